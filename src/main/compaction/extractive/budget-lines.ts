/** A list of Markdown lines that never grows past its budget. */
export interface LineBudget {
  readonly lines: string[]
  readonly left: () => number
  /** Adds the line when it fits; says whether it did. */
  readonly add: (line: string) => boolean
}

/** Starts a list that may hold `budgetChars` characters, line ends included. */
export function lineBudget(budgetChars: number): LineBudget {
  const lines: string[] = []
  let used = 0
  return {
    lines,
    left: () => budgetChars - used,
    add(line) {
      if (line === '' || lines.includes(line) || used + line.length + 1 > budgetChars) return false
      lines.push(line)
      used += line.length + 1
      return true
    },
  }
}
