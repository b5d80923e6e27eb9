/** A workspace's key in the way that its owner chose to keep it, and back. */
import type { KeyKind } from '../../shared/domain/system.ts';
import { AppError } from '../../shared/result.ts';
import {
  type Keychain,
  type KeyWrap,
  keyFilePath,
  noKeychain,
  readKeyFile,
  unwrapWithPassphrase,
  wrapWithPassphrase,
  writeKeyFile,
} from './key.ts';

export interface WorkspaceOptions {
  readonly configDir: string;
  readonly keychain?: Keychain;
  /** For passphrase-wrapped keys; without it such a workspace stays locked. */
  readonly passphrase?: string;
  /** Only for creating: how to keep the key. Default: keychain where there is one, else a key file. */
  readonly create?: KeyKind;
}

/** `suffix` names the key file of a change that is not settled yet. */
export function wrapKey(
  key: Uint8Array,
  kind: KeyKind,
  id: string,
  options: WorkspaceOptions,
  suffix: string,
): KeyWrap {
  switch (kind) {
    case 'keychain':
      return { kind, data: (options.keychain ?? noKeychain).encrypt(Buffer.from(key).toString('hex')) };
    case 'passphrase':
      if (options.passphrase === undefined)
        throw new AppError('bad-request', 'A passphrase is needed. (需要口令)');
      return wrapWithPassphrase(key, options.passphrase);
    case 'keyfile': {
      const file = keyFilePath(options.configDir, id) + suffix;
      writeKeyFile(file, key);
      return { kind, file };
    }
    case 'plain':
      return { kind };
  }
}

/** Moves the key of a finished change to the key file's ordinary name. */
export function settleKeyFile(wrap: KeyWrap, key: Uint8Array): KeyWrap {
  if (wrap.kind !== 'keyfile') return wrap;
  const file = wrap.file.replace(/\.next$/, '');
  writeKeyFile(file, key);
  return { kind: 'keyfile', file };
}

/** Null in a plain workspace. @throws AppError `locked` while a passphrase is missing, `wrong-key` */
export function unwrapKey(wrap: KeyWrap, options: WorkspaceOptions): Uint8Array | null {
  switch (wrap.kind) {
    case 'keychain':
      return Buffer.from((options.keychain ?? noKeychain).decrypt(wrap.data), 'hex');
    case 'passphrase':
      if (options.passphrase === undefined) {
        throw new AppError('locked', 'This workspace is locked by a passphrase. (此工作区由口令锁定)', {
          hint: 'Enter it in the app, or set MERIDIAN_PASSPHRASE. (请输入口令)',
        });
      }
      return unwrapWithPassphrase(wrap, options.passphrase);
    case 'keyfile':
      return readKeyFile(wrap.file);
    case 'plain':
      return null;
  }
}
