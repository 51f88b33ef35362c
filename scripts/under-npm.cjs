// Loaded first by every npm script. Plain old JavaScript: a Node that is too old must get far enough to say so.
'use strict'

const { isMainThread } = require('node:worker_threads')

const neededMajor = 26

// worker threads load this file as well
if (isMainThread) {
  const major = Number(process.versions.node.split('.')[0])
  if (major < neededMajor) {
    process.stderr.write(
      `Carefold needs Node ${neededMajor} or newer, and this is Node ${process.versions.node}: ` +
        'run "npm ci", which brings it for Linux, macOS and Windows, or install it from https://nodejs.org.\n',
    )
    process.exit(1)
  }
  if (process.env.npm_lifecycle_event && process.platform !== 'win32') endWithShell()
}

/**
 * Ends this process when the shell has ended that npm started it in. npm sends a signal to its shell only, and a shell
 * that waits (dash, the `sh` of Debian) dies of it without passing it on. `exec` in the script would replace the shell, but
 * Windows knows no such word.
 */
function endWithShell() {
  const shell = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 250)
  // does not keep the process alive
  watch.unref()
}
