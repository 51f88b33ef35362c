/** The preferences that hold until a person chooses. */
import type { ContactPreferences } from './contact-preferences.ts'
import type { NoticePreferences } from './notice-preferences.ts'

/** What holds until a patient chooses, as the columns of `contact_preferences` have it. */
export const contactDefaults: ContactPreferences = {
  version: 0,
  emailNotifications: true,
  smsNotifications: false,
  appointmentReminders: true,
  marketingCommunications: false,
}

/** What holds until a person chooses, as the columns and `app.notice_channel` have it. */
export const noticeDefaults: NoticePreferences = {
  version: 0,
  patient_messages: 'in_app',
  appointment_updates: 'in_app',
  system_alerts: 'in_app',
  task_assignments: 'in_app',
  daily_summary: 'email',
  important_alerts: 'email',
}
