/** Telling a whole project's file from texts and annotations: both come in as JSON lines. */
import { AppError } from '../../../../shared/result.ts';
import { MARK } from './project-lines.ts';

/** Whether a file is a whole project, by its beginning. */
export function isProjectFile(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 200)).toString('latin1').includes(`"kind":"${MARK}"`);
}

/** @throws AppError `bad-input` for what is no project file, with where it belongs */
export function refuseOtherFiles(name: string, bytes: Uint8Array): void {
  if (isProjectFile(bytes)) return;
  throw new AppError('bad-input', `${name} is no project file. (“${name}”不是项目文件)`, {
    kept: 'Nothing was imported. (未导入任何内容)',
    hint: 'Texts and annotations are added to a project, once it is open. (文本和标注请在打开项目后加入)',
  });
}

/** @throws AppError `bad-input` where a whole project is about to be read as documents */
export function refuseProjectFile(name: string, bytes: Uint8Array): void {
  if (!isProjectFile(bytes)) return;
  throw new AppError(
    'bad-input',
    `${name} is a whole project, not annotations for one. (“${name}”是整个项目的文件)`,
    {
      kept: 'Nothing was imported. (未导入任何内容)',
      hint: 'Open it from the list of projects, or with `project import FILE`. (请在项目列表中打开，或用命令行 project import)',
    },
  );
}
