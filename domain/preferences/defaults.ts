import type { ContactPreferences } from './contact-preferences.ts'
import type { NoticePreferences } from './notice-preferences.ts'

/** Equals the column defaults of `contact_preferences`. */
export const contactDefaults: ContactPreferences = {
  version: 0,
  emailNotifications: true,
  smsNotifications: false,
  appointmentReminders: true,
  marketingCommunications: false,
}

/** Equals the column defaults and `app.notice_channel`. */
export const noticeDefaults: NoticePreferences = {
  version: 0,
  patient_messages: 'in_app',
  appointment_updates: 'in_app',
  system_alerts: 'in_app',
  task_assignments: 'in_app',
  daily_summary: 'email',
  important_alerts: 'email',
}
