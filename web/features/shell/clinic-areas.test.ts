import { expect, test } from 'vitest'
import { clinicAreasFor } from './clinic-areas.ts'

const pathsFor = (role: Parameters<typeof clinicAreasFor>[0]) => clinicAreasFor(role).map(({ path }) => path)

// spec: A4 Appointments is the first entry of the navigation of staff
test('the navigation of staff begins with Appointments, that of admins with Dashboard', () => {
  for (const role of ['staff', 'member'] as const)
    expect(pathsFor(role).slice(0, 2)).toEqual(['/appointments', '/clinic'])
  expect(pathsFor('admin').slice(0, 2)).toEqual(['/clinic', '/appointments'])
  expect(pathsFor('staff').toSorted()).toEqual(pathsFor('admin').toSorted())
})
