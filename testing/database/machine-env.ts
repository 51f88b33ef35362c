const names = [
  'PATH',
  'HOME',
  'USER',
  'TMPDIR',
  'TEMP',
  'TMP',
  'SystemRoot',
  'TZ',
  'LANG',
  'LC_ALL',
  'LD_LIBRARY_PATH',
  'LD_PRELOAD',
  'NODE_OPTIONS',
  'NODE_COMPILE_CACHE',
]

/**
 * Without a server's settings: the shell's `DATABASE_URL` or `SMTP_URL` must not connect a test to that database or mail
 * server.
 */
export function machineEnv(env: Record<string, string | undefined> = process.env): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (env[name] ? [[name, env[name]]] : [])))
}
