import { expect, it } from 'vitest'
import { grantedTypes } from './scopes.ts'

const held = ['Patient', 'Slot'] as const

it.each([
  ['', ['Patient', 'Slot']],
  ['system/*.rs', ['Patient', 'Slot']],
  ['system/Patient.rs', ['Patient']],
  ['system/Slot.rs system/Patient.rs', ['Patient', 'Slot']],
  ['system/Appointment.rs', []],
  // narrower, wider or of a user: not granted, instead of more than was requested
  ['system/Patient.r', []],
  ['system/Patient.cruds', []],
  ['patient/Patient.rs', []],
  ['system/Patient.read', []],
])('of the scope %j grants %j', (requested, granted) => {
  expect(grantedTypes(requested, held)).toEqual(granted)
})
