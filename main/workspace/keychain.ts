/** System keychain that may hold the workspace's key. */
import { AppError } from '../../shared/result.ts';

/** System keychain with the interface of Electron's `safeStorage`. */
export interface Keychain {
  available(): boolean;
  encrypt(secret: string): string;
  decrypt(wrapped: string): string;
}

export const noKeychain: Keychain = {
  available: () => false,
  encrypt: () => {
    throw new AppError('io', 'workspace.no-keychain');
  },
  decrypt: () => {
    throw new AppError('wrong-key', 'workspace.key-in-keychain', {}, { hint: 'hint.change-key-in-app' });
  },
};

/** Returns the key. Throws `wrong-key` when the keychain refuses. */
export function fromKeychain(wrapped: string, keychain: Keychain): Uint8Array {
  try {
    return Buffer.from(keychain.decrypt(wrapped), 'hex');
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError('wrong-key', 'workspace.keychain-refused', {}, { kept: 'kept.it-untouched', cause });
  }
}
