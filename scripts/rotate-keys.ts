import { parseArgs } from 'node:util'
import { rotateKeyFile, rotateKeySet } from '#server/auth/keys/rotate-keys.ts'

/**
 * `npm run keys:rotate`: a new key for access tokens, without signing anybody out.
 *
 * Without SIGNING_KEYS the keys in DATA_DIR are rotated, and the running server takes them over by itself. With
 * SIGNING_KEYS the next set is printed: set it on every server before the new key begins to sign
 * (`-- --signs-in SECONDS`).
 */
const { values: flags } = parseArgs({ options: { 'signs-in': { type: 'string' } } })
const { SIGNING_KEYS: configured, DATA_DIR: dataDir = '.data' } = process.env

// clients keep jwks.json for ten minutes; a fleet needs time to restart, one server does not
const signsInSeconds = Number(flags['signs-in'] ?? (configured ? 1800 : 60))
if (!Number.isInteger(signsInSeconds) || signsInSeconds < 0) {
  process.stderr.write('--signs-in must be a whole number of seconds\n')
  process.exit(1)
}
const rotation = configured
  ? rotateKeySet(configured, new Date(), signsInSeconds)
  : rotateKeyFile(dataDir, new Date(), signsInSeconds)
const fact = `Key ${rotation.newKid} is published now and signs from ${rotation.signsFrom.toISOString()}.\n`
if (configured) {
  process.stdout.write(rotation.keySet)
  process.stderr.write(`${fact}Set SIGNING_KEYS to the set above on every server before then.\n`)
} else {
  process.stdout.write(fact)
}
