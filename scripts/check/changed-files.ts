import { execFileSync } from 'node:child_process'
import { root } from './tool.ts'

/**
 * Files that differ from a commit, committed or not; paths from the root, without deleted files.
 * @param base a commit or branch, compared from its merge base with `HEAD`. Default: `origin/main`, else `main`; on that
 * branch itself, the previous commit
 */
export function changedFiles(base?: string): { commit: string; files: string[] } {
  const commit = partingFrom(base)
  const differing = git('diff', '--name-only', '--diff-filter=d', '--relative', commit)
  const untracked = git('ls-files', '--others', '--exclude-standard')
  return { commit, files: [...new Set([...lines(differing), ...lines(untracked)])] }
}

function partingFrom(base: string | undefined): string {
  if (base) return git('merge-base', base, 'HEAD')
  const main = ['origin/main', 'main'].find(exists)
  const parted = main ? git('merge-base', main, 'HEAD') : ''
  const isOnMain = parted === '' || parted === git('rev-parse', 'HEAD')
  return isOnMain ? git('rev-parse', 'HEAD~1') : parted
}

function exists(ref: string): boolean {
  try {
    git('rev-parse', '--verify', '--quiet', ref)
    return true
  } catch {
    return false
  }
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
}

const lines = (text: string) => text.split('\n').filter((line) => line !== '')
