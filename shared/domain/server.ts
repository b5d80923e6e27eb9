/** Servers of other machines that this program's windows can work on, and the sharing of its own workspace. */
import { z } from 'zod';

/** Port of a server unless another is named. */
export const SERVER_PORT = 8443;

/** Address as a person types it: a host, with or without port and `https://`. */
export const TypedAddress = z.string().trim().min(1).max(300);

/** SHA-256 of a certificate: 32 bytes in hexadecimal, between colons. */
export const Fingerprint = z
  .string()
  .max(95)
  .regex(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/);

/** A server whose certificate somebody has compared. */
export const KnownServer = z.object({
  /** `https://host:port`. */
  address: z.string(),
  fingerprint: Fingerprint,
  /** Absent: nobody has connected to it yet. */
  usedAt: z.string().optional(),
  /** Named by the administrator's policy: it is not forgotten, and shows no other certificate. */
  decided: z.literal(true).optional(),
});
export type KnownServer = z.infer<typeof KnownServer>;

export const ServersStatus = z.object({
  /** Whether the program of this window can connect; one that a server shows to a browser cannot. */
  able: z.boolean(),
  /**
   * Server whose workspace is on screen; null: the workspace of this machine. `refused`: it shows another certificate
   * than the one compared, and nothing was sent.
   */
  current: z.object({ address: z.string(), state: z.enum(['open', 'lost', 'refused']) }).nullable(),
  /** Most recently used first. */
  known: z.array(KnownServer),
});
export type ServersStatus = z.infer<typeof ServersStatus>;

/** Certificate that a server shows, to be compared by a person before anything is sent. */
export const ServerOffer = z.object({
  address: z.string(),
  fingerprint: Fingerprint,
  /** Fingerprint compared earlier; it may differ. */
  known: Fingerprint.nullable(),
});
export type ServerOffer = z.infer<typeof ServerOffer>;

/** An IP address to listen on. */
export const ListenAddress = z
  .string()
  .max(45)
  .refine((text) => z.union([z.ipv4(), z.ipv6()]).safeParse(text).success, 'an IP address');
export const ListenPort = z.number().int().min(0).max(65_535);

/** Whether the open workspace is served to other machines. */
export const SharingStatus = z.object({
  on: z
    .object({
      /** Addresses that browsers open. */
      urls: z.array(z.string()),
      fingerprint: Fingerprint,
      since: z.string(),
    })
    .nullable(),
  /** IP addresses of this machine that other machines may reach. */
  addresses: z.array(z.string()),
});
export type SharingStatus = z.infer<typeof SharingStatus>;
