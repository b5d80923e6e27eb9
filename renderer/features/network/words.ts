/** Words of working on a server, and of sharing the workspace. */
import { words } from '../../i18n/words.ts';

export const network = words({
  connect: { en: 'Connect to a server…', zh: '连接服务器…' },
  title: { en: 'Connect to a server', zh: '连接服务器' },
  body: {
    en: 'Work in the workspace of a department’s server instead of the one on this machine. Everything you do then happens there.',
    zh: '在科室服务器的工作区中工作，而不是本机的工作区；此后的操作都在服务器上进行。',
  },
  address: { en: 'Address', zh: '地址' },
  addressExample: '192.168.1.20:8443',
  check: { en: 'Ask for its certificate', zh: '查看证书' },
  fingerprint: { en: 'Fingerprint of the certificate (SHA-256)', zh: '证书指纹（SHA-256）' },
  compare: {
    en: 'Compare it with what the server printed when it started, or with Settings → Network there. Only if both are equal is it really this server.',
    zh: '请与服务器启动时给出的指纹（或其“设置 → 网络”中的指纹）核对；完全一致才是这台服务器。',
  },
  compared: { en: 'I have compared it: both are equal', zh: '已核对，两者一致' },
  sameAsBefore: { en: 'The certificate that was compared before.', zh: '与此前核对过的证书一致。' },
  differs: {
    en: 'This is not the certificate that was compared before ({{known}}). Somebody may be in between. If the server was given a new certificate, ask whoever runs it; then forget the server and connect anew.',
    zh: '与此前核对过的证书（{{known}}）不同，可能有人冒充服务器。如服务器确已更换证书，请向其管理员核实，然后移除该服务器并重新连接。',
  },
  go: { en: 'Connect', zh: '连接' },
  known: { en: 'Servers used before', zh: '用过的服务器' },
  decided: { en: 'set by the administrator', zh: '由管理员指定' },
  usedAt: { en: 'last used {{time}}', zh: '上次使用 {{time}}' },
  forget: { en: 'Forget', zh: '移除' },
  working: { en: 'Working on {{address}}', zh: '正在使用 {{address}}' },
  local: { en: 'Back to this machine’s workspace', zh: '返回本机工作区' },
  here: { en: 'the workspace of this machine', zh: '本机工作区' },
  inUse: { en: 'Workspace on screen', zh: '当前工作区' },
  unsavedTitle: { en: 'Not everything could be saved', zh: '部分内容未能保存' },
  unsavedBody: {
    en: 'What is not saved yet is lost when the window shows another workspace.',
    zh: '切换工作区后，尚未保存的内容将丢失。',
  },
  leave: { en: 'Leave anyway', zh: '仍然离开' },
  share: { en: 'Share this workspace', zh: '共享本工作区' },
  shareBody: {
    en: 'Lets colleagues work in this workspace from their browser or their Meridian over the hospital’s network, each with their own account, for as long as this program runs.',
    zh: '同事可通过院内网络，用浏览器或各自的经络在本工作区中工作，每人使用自己的账户；本程序退出即停止。',
  },
  shareNeedsPeople: {
    en: 'Add people first (Settings → People): without accounts everybody on the network could do everything.',
    zh: '请先添加人员（设置 → 人员）：没有账户时，网络上任何人都能进行任何操作。',
  },
  listenAt: { en: 'Address of this machine', zh: '本机地址' },
  every: { en: '0.0.0.0 (all addresses)', zh: '0.0.0.0（全部地址）' },
  port: { en: 'Port', zh: '端口' },
  start: { en: 'Share', zh: '开始共享' },
  stop: { en: 'Stop sharing', zh: '停止共享' },
  stopTitle: { en: 'Stop sharing?', zh: '停止共享？' },
  stopBody: {
    en: 'Connected now: {{people}}. Their windows keep what is typed and say that the connection is lost.',
    zh: '当前连接：{{people}}。他们的窗口会保留已输入的内容，并提示连接中断。',
  },
  shared: { en: 'Shared since {{time}} at', zh: '自 {{time}} 起共享于' },
  connected: { en: 'Connected', zh: '已连接' },
  nobody: { en: 'nobody yet', zh: '尚无' },
});
