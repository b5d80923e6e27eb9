/** A process that imports the same documents into one project after the other, until it is killed. */

import { formatOf } from '../../main/formats/annotations/index.ts';
import { createProject } from '../../main/services/projects/projects.ts';
import { AnnotationSchema } from '../../shared/domain/annotation-schema.ts';
import { ProjectSettings } from '../../shared/domain/project.ts';
import { importNamed } from './import-named.ts';
import { manyDocuments } from './many-documents.ts';
import { openSession } from './session.ts';

const [dir = '', configDir = '', count = ''] = process.argv.slice(2);
const session = openSession(dir, configDir);
const { files } = formatOf('meridian').write(manyDocuments(Number(count)));
for (let round = 1; ; round++) {
  const { id: projectId } = createProject(session, {
    name: `round ${round}`,
    schema: AnnotationSchema.parse({}),
    settings: ProjectSettings.parse({}),
    members: ['tester'],
  });
  process.stdout.write('begun\n');
  await importNamed(session, { projectId, files, person: round % 2 === 0 ? '' : 'tester' });
}
