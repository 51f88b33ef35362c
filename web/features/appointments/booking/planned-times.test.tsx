import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import type { VisitObstacles } from '#domain/appointments/appointments.ts'

// before the imports: some modules read the page's URL
vi.hoisted(() => {
  vi.stubGlobal('location', new URL('http://localhost/appointments'))
  vi.stubGlobal('document', { cookie: '' })
})
const { obstaclesQuery, PlannedTimes } = await import('./planned-times.tsx')

const planned = {
  ...{ appointmentType: 'checkup', providerId: '', roomId: '', patientId: '' },
  ...{ date: '2026-03-31', time: '09:00', duration: 30 },
}

function shown(about: object, dates: Pick<VisitObstacles, 'dates'>, includesOwn = false): string {
  const client = new QueryClient()
  const wish = { ...planned, ...about }
  client.setQueryData(obstaclesQuery('sunrise', wish).queryKey, { providerId: null, ...dates })
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <PlannedTimes
        clinic={{ subdomain: 'sunrise', opening_hours: [{ day: 2, opens: '09:00', closes: '17:00' }] }}
        planned={wish}
        nameOf={(id) => (id ? 'Elena Ruiz' : null)}
        leavesOut={null}
        onLeaveOut={() => {}}
        includesOwn={includesOwn}
        onIncludeOwn={() => {}}
      />
    </QueryClientProvider>,
  )
  return html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
}

it('names the months without a fifth weekday', () => {
  const dates = ['2026-03-31', '2026-06-30'].map((date) => ({ date, obstacle: null }))
  expect(shown({ repeat: { everyMonths: 1, nth: 5, count: 2 } }, { dates })).toContain(
    'April 2026, May 2026: no fifth Tuesday, so these months are skipped.',
  )
  expect(shown({ repeat: { everyDays: 91, count: 2 } }, { dates })).not.toContain('skipped')
})

it('lists what visits of a series retain, with a choice', () => {
  const first = { date: '2026-03-31', obstacle: null }
  const own = { time: '14:00', retains: ['time' as const, 'provider' as const] }
  const html = shown({ scope: 'following' }, { dates: [first, { date: '2026-04-08', obstacle: null, own }] })
  expect(html).toMatch(/Wed, Apr.8 Stays at 2:00.PM\. Its provider stays /)
  expect(html).toContain('One visit was changed separately and retains that change.')
  expect(html).toContain('Change visits that were changed separately, too')
  // the choice stays when nothing is retained because of it
  expect(shown({ scope: 'following' }, { dates: [first, first] }, true)).toContain('Change visits that were')
})
