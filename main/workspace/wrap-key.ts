/** Wraps and unwraps a workspace's key as its owner chose: keychain, passphrase, key file or plain. */
import type { KeyKind } from '../../shared/domain/system.ts';
import { AppError } from '../../shared/result.ts';
import {
  type DerivedKeys,
  type KeyWrap,
  newKeyFilePath,
  readKeyFile,
  unwrapWithPassphrase,
  type WrappingKey,
  wrapWithPassphrase,
  writeKeyFile,
} from './key.ts';
import { fromKeychain, type Keychain, noKeychain } from './keychain.ts';

export interface WorkspaceOptions {
  readonly configDir: string;
  readonly keychain?: Keychain;
  /** Unwraps keys that a passphrase wraps; without it such a workspace stays locked. */
  readonly passphrase?: string;
  /** Keys derived ahead from the passphrase, so that opening does not block. */
  readonly derived?: DerivedKeys;
  /** Key that wraps a new key, derived ahead from the passphrase. */
  readonly wrappingKey?: WrappingKey;
  /** Storage of the key of a new workspace. Default: keychain where there is one, else a key file. */
  readonly create?: KeyKind;
}

/** Wraps the key. For a key file this chooses only the path: `keepKey` writes it. */
export function wrapKey(key: Uint8Array, kind: KeyKind, id: string, options: WorkspaceOptions): KeyWrap {
  switch (kind) {
    case 'keychain':
      return { kind, data: (options.keychain ?? noKeychain).encrypt(Buffer.from(key).toString('hex')) };
    case 'passphrase':
      if (options.passphrase === undefined) throw new AppError('bad-request', 'workspace.needs-passphrase');
      return wrapWithPassphrase(key, options.wrappingKey ?? options.passphrase);
    case 'keyfile':
      return { kind, file: newKeyFilePath(options.configDir, id) };
    case 'plain':
      return { kind };
  }
}

/** Writes the key file that the wrapping names, if it names one. */
export function keepKey(wrap: KeyWrap, key: Uint8Array): void {
  if (wrap.kind === 'keyfile') writeKeyFile(wrap.file, key);
}

/** Unwraps the key. Returns null for a plain workspace. Throws `locked` while a passphrase is missing, `wrong-key`. */
export function unwrapKey(wrap: KeyWrap, options: WorkspaceOptions): Uint8Array | null {
  switch (wrap.kind) {
    case 'keychain':
      return fromKeychain(wrap.data, options.keychain ?? noKeychain);
    case 'passphrase':
      if (options.passphrase === undefined) {
        throw new AppError('locked', 'workspace.locked-by-passphrase', {}, { hint: 'hint.enter-passphrase' });
      }
      return unwrapWithPassphrase(wrap, options.passphrase, options.derived);
    case 'keyfile':
      return readKeyFile(wrap.file);
    case 'plain':
      return null;
  }
}
