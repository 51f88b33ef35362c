import { connection } from '../offline/connection.ts'
import { deviceMs } from './clock.ts'
import { leaveWithoutAsking } from './leave-page.ts'
import { type ChunkPage, loadChunk } from './load-chunk.ts'
import { tabStore } from './stores.ts'

const reloadedAtKey = 'carefold-reloaded-at'
const reloadPauseMs = 60_000

/**
 * Loads a chunk (`import('./page.tsx')`) despite interruptions and deploys.
 *
 * @param target URL to load if the page must reload; null for a preload
 */
export function loadPart<Module>(
  load: () => Promise<Module>,
  target: (() => string) | null = () => location.href,
): Promise<Module> {
  const page: ChunkPage = {
    connection,
    isNewVersionServed,
    reloadOnce: () => target !== null && reloadOnce(target()),
    importAgain: (url, attempt) => import(/* @vite-ignore */ `${url.split('?')[0]}?again=${attempt}`),
    wait: (delayMs) => new Promise((done) => setTimeout(done, delayMs)),
  }
  return loadChunk(load, page)
}

function reloadOnce(target: string): boolean {
  const lastAt = Number(tabStore.getItem(reloadedAtKey) ?? 0)
  if (deviceMs() - lastAt < reloadPauseMs) return false
  tabStore.setItem(reloadedAtKey, String(deviceMs()))
  leaveWithoutAsking(target)
  return true
}

/** The entry script's name contains a hash of the build. */
async function isNewVersionServed(): Promise<boolean> {
  const own = document.querySelector('script[type="module"][src]')?.getAttribute('src')
  const answer = await fetch('/', { cache: 'no-store' }).catch(() => null)
  if (!own || !answer?.ok) return false
  return !(await answer.text()).includes(own)
}
