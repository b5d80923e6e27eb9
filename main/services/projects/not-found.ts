/** What is said when something of a project is asked for that is not there. */
import { AppError } from '../../../shared/result.ts';

export function noProject(id: number | string): never {
  throw new AppError('not-found', `There is no project ${id}. (项目不存在或已删除)`);
}

export function noDocument(id: number): never {
  throw new AppError('not-found', `There is no document ${id} in any project. (项目文档不存在)`);
}

export function noLayer(id: number): never {
  throw new AppError('not-found', `There are no annotations ${id}. (标注层不存在)`);
}

export function noEdit(id: number): never {
  throw new AppError('not-found', `There is no edit ${id} of these annotations. (没有此编辑记录)`);
}
