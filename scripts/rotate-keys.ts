import { parseArgs } from 'node:util'
import { rotateKeyFile, rotateKeySet } from '#server/auth/keys/rotate-keys.ts'

/**
 * `npm run keys:rotate`: a new key for access tokens, without ending sessions. Without SIGNING_KEYS it rotates the keys in
 * DATA_DIR, which a running server rereads. With SIGNING_KEYS it prints the next set: configure it on every server before
 * the new key starts to sign (`-- --signs-in SECONDS`).
 */
const { values: flags } = parseArgs({ options: { 'signs-in': { type: 'string' } } })
const { SIGNING_KEYS: configured, DATA_DIR: dataDir = '.data' } = process.env

// clients cache jwks.json for ten minutes; a fleet needs time to restart, one server does not
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
