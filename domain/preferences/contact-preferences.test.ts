import { expect, test } from 'vitest'
import { contactDefaults } from './contact-preferences.ts'

// spec: B9 Notification defaults: e-mail on, SMS off, reminders on, marketing off
test('by default e-mail and reminders are on, SMS and marketing are off', () => {
  expect(contactDefaults).toEqual({
    version: 0,
    emailNotifications: true,
    smsNotifications: false,
    appointmentReminders: true,
    marketingCommunications: false,
  })
})
