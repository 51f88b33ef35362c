import { expect, test } from 'vitest'
import { paths, valueReceiptPath } from '#domain/paths.ts'
import { isCurrentArea, patientAreas } from './patient-areas.ts'

const current = (pathname: string) =>
  patientAreas.filter(({ path }) => isCurrentArea(path, pathname)).map(({ path }) => path)

test('one area is current on each of its pages', () => {
  expect(current(paths.home)).toEqual([paths.home])
  expect(current(paths.homeMessages)).toEqual([paths.home])
  expect(current(paths.pay)).toEqual([paths.pay])
  expect(current('/payments')).toEqual([])
})

test('a plan’s value belongs to Pay', () => {
  expect(current(paths.homeValue)).toEqual([paths.pay])
  expect(current(valueReceiptPath('1'))).toEqual([paths.pay])
})
