/** Files that people choose or drop, with their paths: a folder's files belong together by them. */

/** Files that systems put into folders by themselves. */
const JUNK = /(^|\/)(__MACOSX|\.git)\/|(^|\/)(\.DS_Store|\._[^/]*|Thumbs\.db|desktop\.ini)$/i;

const paths = new WeakMap<File, string>();

/** Path below the folder that was chosen or dropped; else the name. */
export const pathOf = (file: File): string =>
  paths.get(file) ?? withoutTop(file.webkitRelativePath) ?? file.name;

function withoutTop(path: string): string | undefined {
  const slash = path.indexOf('/');
  return slash < 0 ? undefined : path.slice(slash + 1);
}

const numeric = new Intl.Collator('en', { numeric: true });

/** Returns the files without those that systems add; those of a folder with 2 before 10, others in the order chosen. */
export function inOrder(files: readonly File[]): File[] {
  const kept = files.filter((file) => !JUNK.test(pathOf(file)));
  const fromFolder = kept.some((file) => paths.has(file) || file.webkitRelativePath !== '');
  return fromFolder ? kept.toSorted((a, b) => numeric.compare(pathOf(a), pathOf(b))) : kept;
}

/** All files of what was dropped, those of folders too. Ask while the event is under way: later it holds nothing. */
export function droppedFiles(transfer: DataTransfer): Promise<File[]> {
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  // Without entries (made by scripts) there are files only.
  if (entries.length === 0) return Promise.resolve([...transfer.files]);
  const alone = entries.length === 1;
  return Promise.all(
    entries.map((entry) =>
      isFolder(entry) ? filesBelow(entry, alone ? '' : `${entry.name}/`) : fileOf(entry, undefined),
    ),
  ).then((parts) => parts.flat());
}

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

async function filesBelow(folder: FileSystemDirectoryEntry, prefix: string): Promise<File[]> {
  const files: File[] = [];
  const reader = folder.createReader();
  for (;;) {
    // A call hands out a hundred at most; none are left once it hands out nothing.
    const some = await new Promise<FileSystemEntry[]>((done, failed) => reader.readEntries(done, failed));
    if (some.length === 0) return files;
    for (const entry of some)
      files.push(
        ...(isFolder(entry)
          ? await filesBelow(entry, `${prefix}${entry.name}/`)
          : await fileOf(entry, `${prefix}${entry.name}`)),
      );
  }
}

async function fileOf(entry: FileSystemEntry, path: string | undefined): Promise<File[]> {
  // safe: what is no folder is a file
  const file = await new Promise<File>((done, failed) => (entry as FileSystemFileEntry).file(done, failed));
  if (path !== undefined) paths.set(file, path);
  return [file];
}
