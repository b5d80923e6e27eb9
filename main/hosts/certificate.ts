/** Certificate of the server: given as files, or made here and kept with the keys of this user. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { Integer, OctetString, Utf8String } from 'asn1js';
import {
  AttributeTypeAndValue,
  BasicConstraints,
  Certificate,
  CryptoEngine,
  Extension,
  ExtKeyUsage,
  GeneralName,
  GeneralNames,
} from 'pkijs';
import { AppError } from '../../shared/result.ts';
import { writeFileAtomic } from '../workspace/atomic-file.ts';

export interface ServerCertificate {
  /** PEM. */
  readonly cert: string;
  readonly key: string;
  /** SHA-256 of the certificate, as browsers show it. */
  readonly fingerprint: string;
}

const DAY_MS = 86_400_000;
/** Long enough that people need not compare a new fingerprint often. */
const VALID_MS = 730 * DAY_MS;
/** A certificate that ends sooner is made anew at a start. */
const RENEW_MS = 30 * DAY_MS;

/** Reads a certificate and its key. Throws `bad-request` when they cannot be read or do not belong together. */
export function givenCertificate(certFile: string, keyFile: string): ServerCertificate {
  try {
    const [cert, key] = [readFileSync(certFile, 'utf8'), readFileSync(keyFile, 'utf8')];
    const certificate = new X509Certificate(cert);
    if (!certificate.checkPrivateKey(createPrivateKey(key))) throw new Error('key of another certificate');
    return { cert, key, fingerprint: certificate.fingerprint256 };
  } catch (error) {
    throw new AppError('bad-request', 'serve.no-certificate', { reason: String(error) });
  }
}

/** Returns the self-made certificate kept in `dir` for these names, or makes one. Its key is readable by this user only. */
export async function ownCertificate(dir: string, names: readonly string[]): Promise<ServerCertificate> {
  const [certFile, keyFile] = [join(dir, 'certificate.pem'), join(dir, 'key.pem')];
  if (existsSync(certFile) && existsSync(keyFile)) {
    const kept = givenCertificate(certFile, keyFile);
    const certificate = new X509Certificate(kept.cert);
    const covers = (name: string) => (isIP(name) ? certificate.checkIP(name) : certificate.checkHost(name));
    if (names.every(covers) && Date.parse(certificate.validTo) > Date.now() + RENEW_MS) return kept;
  }
  const { cert, key } = await makeCertificate(names);
  writeFileAtomic(keyFile, key, 0o600);
  writeFileAtomic(certFile, cert, 0o600);
  return { cert, key, fingerprint: new X509Certificate(cert).fingerprint256 };
}

/** Makes a key on P-256 and a certificate that it signs itself, for TLS servers only (RFC 5280). */
async function makeCertificate(names: readonly string[]): Promise<{ cert: string; key: string }> {
  const engine = new CryptoEngine({ name: 'node', crypto });
  const usages = ['sign', 'verify'] as const;
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [...usages]);
  const certificate = new Certificate({ version: 2, serialNumber: serialNumber() });
  const commonName = new AttributeTypeAndValue({
    type: '2.5.4.3',
    value: new Utf8String({ value: 'Meridian' }),
  });
  certificate.subject.typesAndValues.push(commonName);
  certificate.issuer.typesAndValues.push(commonName);
  const now = Date.now();
  certificate.notBefore.value = new Date(now - DAY_MS); // clocks of clients differ
  certificate.notAfter.value = new Date(now + VALID_MS);
  certificate.extensions = [
    extension('2.5.29.17', false, new GeneralNames({ names: names.map(generalName) })),
    extension('2.5.29.19', true, new BasicConstraints({ cA: false })),
    extension('2.5.29.37', false, new ExtKeyUsage({ keyPurposes: ['1.3.6.1.5.5.7.3.1'] })), // serverAuth
  ];
  await certificate.subjectPublicKeyInfo.importKey(pair.publicKey, engine);
  await certificate.sign(pair.privateKey, 'SHA-256', engine);
  const key = await crypto.subtle.exportKey('pkcs8', pair.privateKey);
  return {
    cert: pem('CERTIFICATE', certificate.toSchema(true).toBER(false)),
    key: pem('PRIVATE KEY', key),
  };
}

/** Returns 128 random bits as a positive integer. */
function serialNumber(): Integer {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 1;
  return new Integer({ valueHex: bytes.buffer });
}

/** Types of RFC 5280: 2 for a DNS name, 7 for the bytes of an IP address. */
const generalName = (name: string): GeneralName =>
  isIP(name)
    ? new GeneralName({ type: 7, value: new OctetString({ valueHex: addressBytes(name) }) })
    : new GeneralName({ type: 2, value: name });

const extension = (
  extnID: string,
  critical: boolean,
  value: GeneralNames | BasicConstraints | ExtKeyUsage,
): Extension => new Extension({ extnID, critical, extnValue: value.toSchema().toBER(false) });

function addressBytes(address: string): ArrayBuffer {
  if (isIP(address) === 4) return new Uint8Array(address.split('.').map(Number)).buffer;
  // The URL parser writes an IPv6 address in its shortest form, without an IPv4 tail.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const groups = (part: string | undefined) => (part ?? '').split(':').filter((group) => group !== '');
  const [first, last] = [groups(head), groups(tail)];
  const zeros = Array<string>(8 - first.length - last.length).fill('0');
  const words = [...first, ...zeros, ...last].map((group) => Number.parseInt(group, 16));
  return new Uint8Array(words.flatMap((word) => [word >> 8, word & 0xff])).buffer;
}

function pem(label: string, der: ArrayBuffer): string {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
}
