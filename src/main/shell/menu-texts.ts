import type { MenuTexts } from './menu.ts'

const en: MenuTexts = {
  file: 'File',
  edit: 'Edit',
  view: 'View',
  thread: 'Thread',
  window: 'Window',
  help: 'Help',
  commands: {
    'thread.new': 'New Thread',
    'file.open': 'Open File…',
    'workspace.choose': 'Open Folder…',
    'settings.open': 'Settings…',
    'tab.close': 'Close Tab',
    'tab.reopen': 'Reopen Closed Tab',
    'compact.open': 'Compact Conversation…',
    'view.next': 'Next View',
    'sidebar.toggle': 'Show or Hide Sidebar',
    'shortcuts.show': 'Keyboard Shortcuts',
  },
}

const zhCN: MenuTexts = {
  file: '文件',
  edit: '编辑',
  view: '视图',
  thread: '会话',
  window: '窗口',
  help: '帮助',
  commands: {
    'thread.new': '新建会话',
    'file.open': '打开文件…',
    'workspace.choose': '打开文件夹…',
    'settings.open': '设置…',
    'tab.close': '关闭标签页',
    'tab.reopen': '重新打开已关闭的标签页',
    'compact.open': '压缩会话…',
    'view.next': '下一个视图',
    'sidebar.toggle': '显示或隐藏侧边栏',
    'shortcuts.show': '键盘快捷键',
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
