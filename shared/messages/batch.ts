/** Batch runs, their queue and their workers. */
import { dictionary } from './dictionary.ts';

export const batch = dictionary({
  'batch.wrong-url': {
    en: 'The queue is named as postgresql://USER@HOST[:PORT]/DATABASE[?sslrootcert=FILE], a Unix socket with ?host=/FOLDER.',
    zh: '队列地址的形式为 postgresql://用户@主机[:端口]/数据库[?sslrootcert=文件]，Unix 套接字用 ?host=/文件夹。',
  },
  'batch.tls-only': {
    en: 'Servers on other machines are used over verified TLS only.',
    zh: '连接其他计算机上的服务器时必须使用经过验证的 TLS。',
  },
  'hint.batch-tls': {
    en: 'Use sslmode=verify-full (the default), and sslrootcert=FILE for a certificate authority of your own.',
    zh: '请使用 sslmode=verify-full（默认），自建证书机构用 sslrootcert=文件 指定。',
  },
  'batch.unreachable': {
    en: 'The queue’s server cannot be reached: {{reason}}',
    zh: '无法连接队列服务器：{{reason}}',
  },
  'batch.not-verified': {
    en: 'The certificate of the queue’s server cannot be verified: {{reason}}',
    zh: '无法验证队列服务器的证书：{{reason}}',
  },
  'batch.refused': { en: 'The queue’s server refuses: {{reason}}', zh: '队列服务器拒绝访问：{{reason}}' },
  'batch.no-database': { en: 'There is no such database: {{reason}}', zh: '没有该数据库：{{reason}}' },
  'batch.server-full': {
    en: 'The queue’s server is out of resources: {{reason}}',
    zh: '队列服务器资源不足：{{reason}}',
  },
  'batch.newer-tables': {
    en: 'A newer Meridian made the tables of the queue (version {{version}}).',
    zh: '队列的数据表由更新版本的 Meridian 创建（版本 {{version}}）。',
  },
  'batch.older-tables': {
    en: 'The tables of the queue are of an older version ({{version}}).',
    zh: '队列的数据表版本较旧（{{version}}）。',
  },
  'batch.no-tables': { en: 'This database holds no batch runs.', zh: '该数据库中没有批处理任务。' },
  'hint.batch-submit-first': {
    en: 'The next `batch submit` of this version makes or changes the tables.',
    zh: '用本版本执行一次 batch submit 即可创建或升级数据表。',
  },
  'batch.name-taken': { en: 'There is a run {{name}} already.', zh: '已有名为 {{name}} 的任务。' },
  'hint.batch-other-name': { en: 'Choose another --name.', zh: '请用 --name 指定其他名称。' },
  'hint.no-batch-yet': {
    en: 'There is none yet: batch submit makes one.',
    zh: '尚无任务，可用 batch submit 提交。',
  },
  'batch.not-found': { en: 'There is no run {{name}}.', zh: '没有名为 {{name}} 的任务。' },
  'batch.part-gone': {
    en: 'A file that the run needs is missing in the queue’s database.',
    zh: '队列数据库中缺少该任务所需的文件。',
  },
  'batch.damaged': {
    en: 'A stored value was changed or is not what it claims to be ({{place}}).',
    zh: '存储的内容已被改动或与标识不符（{{place}}）。',
  },
  'batch.no-invitation': { en: '{{path}} is no invitation to a run.', zh: '{{path}} 不是任务邀请文件。' },
  'batch.other-key': {
    en: 'The key does not open the run {{name}}: another workspace submitted it, the invitation is for another run, or the run was changed.',
    zh: '密钥打不开任务 {{name}}：该任务由其他工作区提交，或邀请属于其他任务，或任务内容被改动。',
  },
  'batch.unreadable-settings': {
    en: 'The settings of the run are unknown to this version.',
    zh: '本版本无法识别该任务的设置。',
  },
  'batch.other-version': {
    en: 'The run {{name}} is for Meridian {{version}}; this is {{own}}, which may find other things.',
    zh: '任务 {{name}} 需要 Meridian {{version}}，本机为 {{own}}，结果可能不同。',
  },
  'batch.evaluate-data-set': {
    en: 'An evaluation needs a data set with entities.',
    zh: '评测需要带实体标注的数据集。',
  },
  'batch.no-pause': {
    en: 'A run on a server goes on while it has workers; stop the workers, or cancel it.',
    zh: '服务器上的任务只要有工作进程就会继续；可停止工作进程，或取消任务。',
  },
  'batch.no-queue': { en: 'No server is set for batch runs.', zh: '尚未设置批处理服务器。' },
  'batch.worker-gone': {
    en: 'Its workers ended without a word.',
    zh: '处理该批次的工作进程未留下原因便已结束。',
  },
  'batch.worker-failed': {
    en: 'An error of the program; the output of the worker says which.',
    zh: '程序出错，详情见工作进程的输出。',
  },
  'batch.no-certificates': {
    en: 'The file {{path}} of sslrootcert holds no certificates (PEM).',
    zh: 'sslrootcert 指定的文件 {{path}} 中没有证书（PEM）。',
  },
  'batch.needs-model': {
    en: 'batch submit {{job}} needs --model NAME.',
    zh: 'batch submit {{job}} 需要 --model NAME。',
  },
  'batch.other-task': {
    en: 'The model {{name}} is not one for {{job}}.',
    zh: '模型 {{name}} 不能用于 {{job}}。',
  },
  'batch.interrupted': { en: 'The process that worked on it ended.', zh: '处理该任务的进程已结束。' },
  'batch.elsewhere': { en: 'Another process works on it.', zh: '另一个进程正在处理该任务。' },
  'batch.running': { en: 'The run {{name}} is going on.', zh: '任务 {{name}} 正在进行。' },
  'hint.batch-retry': { en: 'Go on with batch retry.', zh: '可用 batch retry 继续。' },
  'batch.changed-since': {
    en: 'The graph, a model or the version has changed since {{name}} began; its results would be of two kinds.',
    zh: '任务 {{name}} 开始后，图谱、模型或程序版本已变化，继续会得到不一致的结果。',
  },
  'batch.not-stored': {
    en: 'The records of {{name}} were not stored to the end.',
    zh: '任务 {{name}} 的病历未全部存入。',
  },
  'hint.batch-again': { en: 'Delete it and submit it again.', zh: '请删除后重新提交。' },
  'kept.batch-results': { en: 'Results so far are kept.', zh: '已有结果均已保留。' },
  'batch.submitted': {
    en: 'The run {{name}} waits for workers: invite them with batch invite {{name}} --out FILE.',
    zh: '任务 {{name}} 已提交，等待工作进程：用 batch invite {{name}} --out FILE 发出邀请。',
  },
  'batch.progress': {
    en: '{{name}}: {{done}} of {{records}} records, {{rate}} a second, {{workers}} workers',
    zh: '{{name}}：{{done}} / {{records}} 份病历，每秒 {{rate}} 份，{{workers}} 个工作进程',
  },
  'batch.invited': {
    en: 'Give the file {{out}} and, another way, the passphrase above to whoever runs the worker. Both together open this run.',
    zh: '请把文件 {{out}} 与上面的口令经不同途径交给运行工作进程的人，两者合在一起即可打开本任务。',
  },
  'batch.retried': {
    en: '{{blocks}} blocks of {{name}} are tried again.',
    zh: '任务 {{name}} 的 {{blocks}} 个批次将重试。',
  },
  'batch.cancelled': {
    en: '{{name}} is cancelled; blocks in hand are still finished.',
    zh: '任务 {{name}} 已取消，正在处理的批次仍会完成。',
  },
  'batch.deleted': { en: 'The run {{name}} is deleted.', zh: '任务 {{name}} 已删除。' },
  'batch.unfinished': {
    en: 'The run {{name}} has {{done}} of {{records}} results.',
    zh: '任务 {{name}} 目前有 {{done}} / {{records}} 份结果。',
  },
  'batch.written': {
    en: '{{records}} results, {{refused}} refused',
    zh: '{{records}} 份结果，{{refused}} 份无法处理',
  },
  'batch.worker-ready': {
    en: 'Worker ready for: {{runs}}. Ctrl-C ends it after the block in hand.',
    zh: '工作进程就绪：{{runs}}。按 Ctrl-C 在处理完当前批次后结束。',
  },
  'batch.worker-done': { en: '{{records}} records done', zh: '已处理 {{records}} 份病历' },
  'batch.block-failed': {
    en: 'A block of {{name}} failed: {{reason}}',
    zh: '任务 {{name}} 的一个批次失败：{{reason}}',
  },
  'batch.away': {
    en: 'The server is away, trying again: {{reason}}',
    zh: '服务器暂不可用，正在重试：{{reason}}',
  },
});
