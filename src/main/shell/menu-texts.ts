import type { MenuTexts } from './menu.ts'

const en: MenuTexts = {
  file: 'File',
  edit: 'Edit',
  view: 'View',
  thread: 'Thread',
  window: 'Window',
  commands: {
    'new-thread': 'New Thread',
    'open-file': 'Open File…',
    'open-folder': 'Open Folder…',
    settings: 'Settings…',
    'close-tab': 'Close Tab',
    'reopen-tab': 'Reopen Closed Tab',
    compact: 'Compact Conversation…',
    'next-view': 'Next View',
    'toggle-sidebar': 'Show or Hide Sidebar',
  },
}

const zhCN: MenuTexts = {
  file: '文件',
  edit: '编辑',
  view: '视图',
  thread: '会话',
  window: '窗口',
  commands: {
    'new-thread': '新建会话',
    'open-file': '打开文件…',
    'open-folder': '打开文件夹…',
    settings: '设置…',
    'close-tab': '关闭标签页',
    'reopen-tab': '重新打开已关闭的标签页',
    compact: '压缩会话…',
    'next-view': '下一个视图',
    'toggle-sidebar': '显示或隐藏侧边栏',
  },
}

/** Menu texts for a language setting; `system` follows the first language of the system. */
export function menuTexts(
  language: 'system' | 'en' | 'zh-CN',
  systemLanguages: readonly string[],
): MenuTexts {
  const wanted = language === 'system' ? (systemLanguages[0] ?? 'en') : language
  return wanted.toLowerCase().startsWith('zh') ? zhCN : en
}
