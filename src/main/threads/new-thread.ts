/** Content of a new, empty thread as LLM Space writes one: two spaces, final line feed. */
export function newThreadText(title: string): string {
  const thread = {
    title,
    context: {
      systemPrompt: '',
      tools: [],
      messages: [],
      variables: {
        current_date: { type: 'currentDate', format: 'readable-date' },
        available_skills: {
          type: 'skills',
          skillNames: [],
          includeAll: true,
          format: 'markdown-list',
          indent: 0,
        },
        current_working_directory: { type: 'workingDirectory', value: '' },
      },
      variableVariants: { active: 'default', variants: { default: {} } },
    },
    runHistoryVersion: 2,
    runHistoryIndex: [],
  }
  return `${JSON.stringify(thread, null, 2)}\n`
}
