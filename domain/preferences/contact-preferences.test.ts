import { expect, test } from 'vitest'
import { contactDefaults, noticeDefaults } from './defaults.ts'

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

// spec: B3 By default two events arrive by email and four in the app
test('by default the summary and important alerts arrive by email, other events in the app', () => {
  expect(noticeDefaults).toEqual({
    version: 0,
    patient_messages: 'in_app',
    appointment_updates: 'in_app',
    system_alerts: 'in_app',
    task_assignments: 'in_app',
    daily_summary: 'email',
    important_alerts: 'email',
  })
})
