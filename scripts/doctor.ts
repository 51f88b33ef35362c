import { readConfig } from '#server/platform/config/config.ts'
import { ConfigError } from '#server/platform/config/config-error.ts'
import { diagnose } from './doctor/diagnose.ts'

// `npm run doctor`: checks the settings against the real services. It sends no mail or text message, moves no money, and
// removes the one object that it writes. Exit code 1 when a check fails.

const marks = { ok: 'ok   ', note: 'note ', wrong: 'WRONG' }

try {
  const findings = await diagnose(readConfig(process.env))
  const width = Math.max(...findings.map(({ name }) => name.length))
  for (const { name, state, line } of findings)
    process.stdout.write(`${marks[state]}  ${name.padEnd(width)}  ${line}\n`)
  const wrong = findings.filter(({ state }) => state === 'wrong').length
  process.stdout.write(wrong === 0 ? 'Nothing is wrong.\n' : `${wrong} wrong\n`)
  process.exit(wrong === 0 ? 0 : 1)
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  process.stdout.write(`${marks.wrong}  settings  ${error.message}\n`)
  process.exit(1)
}
