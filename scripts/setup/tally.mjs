// Adds up what the two test runners report.
import { existsSync, readFileSync } from 'node:fs'

/** @typedef {{ passed: number, failed: number, skipped: number }} Tally */

function readReport(file) {
  if (!existsSync(file)) return null
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

/** A runner that ends badly without naming a failed test has failed all the same. */
function withExit(tally, code) {
  return code !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally
}

/**
 * @param {string} file report of Vitest's json reporter
 * @param {number} code exit code of the run
 * @returns {Tally}
 */
export function tallyVitest(file, code) {
  const report = readReport(file)
  if (!report) return withExit({ passed: 0, failed: 0, skipped: 0 }, code)
  // A file that cannot be loaded holds no tests, and is counted as one that failed.
  const broken = report.testResults.filter(
    (each) => each.status === 'failed' && each.assertionResults.length === 0,
  )
  const skipped = (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0)
  return withExit(
    { passed: report.numPassedTests, failed: report.numFailedTests + broken.length, skipped },
    code,
  )
}

/**
 * @param {string} file report of Playwright's json reporter
 * @param {number} code exit code of the run
 * @returns {Tally}
 */
export function tallyPlaywright(file, code) {
  const stats = readReport(file)?.stats
  if (!stats) return withExit({ passed: 0, failed: 0, skipped: 0 }, code)
  return withExit(
    { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped },
    code,
  )
}

/** @param {readonly Tally[]} tallies */
export function addTallies(tallies) {
  const sum = (key) => tallies.reduce((total, each) => total + each[key], 0)
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') }
}
