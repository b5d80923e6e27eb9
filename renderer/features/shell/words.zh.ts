/** Words of the window around the views, in Chinese. */

export const view = { editor: '病历', annotate: '标注', train: '训练', graph: '图谱', settings: '设置' };

export const palette = {
  open: '搜索病历、实体、命令',
  placeholder: '搜索全部病历、实体与命令；输入 > 只看命令',
  commands: '命令',
  entities: '实体',
  documents: '病历',
  nothing: '没有匹配的内容。换一个词试试，或输入 > 查看全部命令。',
  results: '搜索结果',
  hits: '{{n}} 处',
  keys: '↑↓ 选择　Enter 打开　Esc 关闭',
};

export const status = {
  bar: '状态栏',
  linker: '词典 {{names}} 名称 · {{entities}} 实体',
  engine: { starting: '引擎启动中', ready: '引擎就绪', restarting: '引擎重启中', stopped: '引擎已停止' },
  lost: '连接中断',
  mentions: '{{n}} 处实体',
  chars: '{{n}} 字符',
  layerOf: '{{person}} 的标注',
  gold: '金标准',
  items: '{{spans}} 处标注 · {{relations}} 条关系',
  documents: '已完成 {{done}} / {{n}} 篇',
  saved: '已保存 {{time}}',
  unchanged: '未改动',
  dirty: '未保存',
  saving: '保存中…',
  failed: '保存失败，稍后重试',
  conflict: '有冲突',
  annotating: '标注中…',
  model: '模型 {{name}}',
  modelHint: '除词典外，还用此模型标注',
  modelFailed: '模型不可用',
  job: '{{title}} {{percent}}',
  training: '训练 {{done}}',
  interrupted: '训练“{{name}}”已中断，可继续',
  experiment: '实验 {{done}} / {{total}}',
  experimentInterrupted: '实验“{{name}}”已中断，可继续',
  mixedEol: '换行符不一致',
  mixedEolHint: '此文件混用了不同的换行符；只要编辑过，保存时会统一为最多的那一种。',
};

export const banner = {
  lost: '与后台的连接中断，正在重连。屏幕上的文字仍在本窗口，恢复后自动保存。若已重新启动软件，请打开它给出的新地址。',
  restarting: '分析引擎正在重启，稍候恢复标注与建议；病历的编辑和保存不受影响。',
  stopped: '分析引擎已停止。病历的编辑和保存不受影响。',
  restart: '重新启动引擎',
};

export const unlock = {
  title: '工作区已加锁',
  body: '病历与图谱以加密方式保存在这台电脑上。输入口令即可打开。',
  keyfile: '工作区的密钥文件未找到：{{path}}。请放回该文件（或插入存放它的磁盘）后重试。',
  keychain: '系统钥匙串未给出工作区的密钥。请解锁系统钥匙串后重试。',
  passphrase: '口令',
  submit: '打开',
  wrong: '口令不对，数据未受影响。请再试一次。',
  path: '位置：{{path}}',
};

export const tour = {
  next: '下一步',
  previous: '上一步',
  finish: '完成',
  skip: '跳过，不再显示',
  textTitle: '一边写，一边标出实体',
  text: '疾病、症状、药物等随输入标出；删除线表示否认，其他样式见下方图例。按 {{next}} 逐个查看，按 {{card}} 看说明。',
  diagnosisTitle: '有依据的诊断建议',
  diagnosis: '每条建议列出支持、反对与缺少的依据，点一下就跳到原文。建议仅供参考，绝不写入病历。',
  searchTitle: '一处搜索，全部找到',
  search: '按 {{palette}} 搜索病历全文、图谱实体与命令。所有数据都在本机，软件从不联网。',
};
