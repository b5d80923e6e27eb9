/** Decisions of the machine's administrator for everybody; people see these settings as locked. */
import { z } from 'zod';
import { Fingerprint, TypedAddress } from './server.ts';
import { SettingsChange } from './system.ts';
import { BackupPlan, FolderPath } from './upkeep.ts';

export const Policy = z
  .strictObject({
    settings: SettingsChange.pick({
      ...{ language: true, theme: true, fontSize: true, modelThreshold: true },
      ...{ starterTagger: true, starterClassifier: true, starterDeid: true },
    }).strict(),
    /** As `engine.pin` takes it. */
    executor: z.string().min(1).max(40),
    backups: BackupPlan,
    /** Server that everybody is offered, with the only certificate that is accepted from it. */
    server: z.strictObject({ address: TypedAddress, fingerprint: Fingerprint }),
    watch: z.strictObject({ folder: FolderPath.nullable() }),
  })
  .partial();
export type Policy = z.infer<typeof Policy>;
