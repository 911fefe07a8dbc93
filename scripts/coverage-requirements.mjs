// npm run coverage:requirements: every S- and C- line stands in the name of a test.
import { REQUIREMENTS } from './coverage/ids.mjs'
import { reportCoverage } from './coverage/report.mjs'

await reportCoverage(
  'Requirements',
  REQUIREMENTS.map((id) => ({ id })),
)
