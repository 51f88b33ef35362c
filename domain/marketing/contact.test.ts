import { expect, test } from 'vitest'
import { contactRequestInput } from './contact.ts'

const valid = {
  about: 'demo',
  name: ' Ada\nLane ',
  email: ' Ada@Clinic.TEST ',
  clinicName: '',
  message: ' Hello ',
}

test('names have one line, and the address is lower-cased', () => {
  expect(contactRequestInput.parse(valid)).toEqual({
    about: 'demo',
    name: 'Ada Lane',
    email: 'ada@clinic.test',
    clinicName: '',
    message: 'Hello',
  })
})

test.each([
  [{ name: 'A' }, 'name', 'Name must be at least 2 characters'],
  [{ email: 'nobody' }, 'email', 'Please enter a valid email address.'],
  [{ message: '  ' }, 'message', 'Write what you would like to know.'],
  [{ message: 'x'.repeat(4001) }, 'message', 'A message may have at most 4,000 characters.'],
])('refuses %j at its field', (change, field, message) => {
  const { error } = contactRequestInput.safeParse({ ...valid, ...change })
  expect(error?.issues.map((issue) => [issue.path[0], issue.message])).toEqual([[field, message]])
})
