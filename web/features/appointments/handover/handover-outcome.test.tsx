import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it, vi } from 'vitest'
import type { HandoverVisit, TakerObstacle } from '#domain/handover/handover.ts'
import type { Way } from './handover-plan.ts'

// before the imports: some modules read the page's URL
vi.hoisted(() => {
  vi.stubGlobal('location', new URL('http://localhost/appointments'))
  vi.stubGlobal('document', { cookie: '' })
})
const { HandoverOutcome } = await import('./handover-outcome.tsx')

const rowOf = (
  name: string,
  way: HandoverVisit['way'],
  { isChecked = true, obstacle = null }: { isChecked?: boolean; obstacle?: TakerObstacle | null } = {},
) => ({
  visit: {
    ...{ appointmentId: name, version: 1, patientId: name, patientName: name, type: 'checkup' },
    ...{ typeName: 'Check-up', roomId: null, startsAt: '2026-03-16T13:00:00Z', timeZone: 'America/New_York' },
    ...{ durationMinutes: 30, way, takers: {}, free: null },
  },
  ...{ isChecked, isPossible: obstacle === null, obstacle, to: null },
})

function shown(way: Way, rows: ReturnType<typeof rowOf>[]): string {
  const results = rows
    .filter(({ isChecked }) => isChecked)
    .map(({ visit: { appointmentId } }) => ({
      ...{ appointmentId, result: 'done' as const, message: null, version: 2, notifies: false },
    }))
  const none = () => {}
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <HandoverOutcome
        outcome={{ way, rows, changed: { results }, exceptionId: null }}
        {...{ takerName: 'Maya Okafor', providerName: 'Elena Ruiz', canUndo: true, isUndoing: false }}
        {...{ onUndo: none, onRest: none, onLeave: none, onClose: none }}
      />
    </MemoryRouter>,
  )
  return html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
}

it('lists a visit that stays with the reason, and the patients to call by name', () => {
  const text = shown('provider', [
    rowOf('Ann', 'text'),
    rowOf('Ben', 'call'),
    rowOf('Cleo', 'guardian'),
    rowOf('Dan', 'none'),
    rowOf('Eve', 'email', { isChecked: false, obstacle: 'buffer' }),
  ])
  expect(text).toContain('Messages about 1 of 4 visits are sent in 30 seconds unless you undo this.')
  expect(text).toContain('No message reaches Ben. In 30 seconds the calls are listed under To call')
  expect(text).toContain('Call the guardians of Cleo')
  expect(text).toContain('No email to Dan: email notifications are off.')
  expect(text).toMatch(
    /Eve, Mon, Mar.16 at 9:00.AM.+ Not moved\. Maya Okafor needs this time before or after another visit/,
  )
})

it('counts guardians as notified of a cancellation', () => {
  const text = shown('cancel', [rowOf('Ann', 'email'), rowOf('Cleo', 'guardian')])
  expect(text).toContain('Patients are notified in 30 seconds unless you undo this.')
  expect(text).not.toContain('Call')
})
