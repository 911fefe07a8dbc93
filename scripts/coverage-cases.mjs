// npm run coverage:cases: every case stands in the name of a test.
import { CASES } from './coverage/ids.mjs'
import { reportCoverage } from './coverage/report.mjs'

await reportCoverage('Cases', CASES)
