import { expect, test } from 'vitest'
import { contactDefaults } from './contact-preferences.ts'

test('by default e-mail and reminders are on, SMS and marketing are off', () => {
  expect(contactDefaults).toEqual({
    version: 0,
    emailNotifications: true,
    smsNotifications: false,
    appointmentReminders: true,
    marketingCommunications: false,
  })
})
