import './styles/main.css'
import { queryClient } from './lib/fetch/query-client.ts'
import { loadPart } from './lib/page/page-chunks.ts'
import { sessionHere } from './lib/session/auth.ts'
import { sessionKeeper } from './lib/session/session-keeper.ts'
import { preloadRoute } from './preload-route.ts'
import { startFirstReads } from './routes/first-reads.ts'
import { startOpeningReads } from './routes/opening-reads.ts'

/*
 * The entry: small, so that the first reads are sent while the app's file, which the HTML preloads, still loads
 * (docs/decisions/0221). React is not part of it: the build fails if a module of the entry needs it.
 */

/** So that the reads are sent before, and the calendar is there when they are answered. */
const calendarPauseMs = 50

const found = sessionHere()
const app = loadPart(() => import('./app.tsx'))
if (found.state === 'fresh') {
  sessionKeeper.accept(found.session)
  void startFirstReads(queryClient, found.session).then(preloadRoute)
  void startOpeningReads()
  setTimeout(readCalendar, calendarPauseMs)
}
// of the first reads and the app's file, the one that arrives first
void app.then(preloadRoute)

/** The browser reads its calendar with the first date, for 10 ms or more: while the app's file loads, not in a render. */
function readCalendar(): void {
  new Intl.DateTimeFormat('en-US', { timeZone: 'UTC' }).format()
}
