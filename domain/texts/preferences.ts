/** Wording: docs/specification.md B2.6, B2.12, B3 and B8. */
export const preferenceTexts = {
  contact: {
    title: 'Notification Preferences',
    lead: (clinic: string) =>
      `How ${clinic} may contact you. You can change this at any time; each change is recorded with its date.`,
    choices: {
      emailNotifications: {
        label: 'Email notifications',
        hint: (clinic: string) => `${clinic} may write to you about your care and your account.`,
      },
      smsNotifications: {
        label: 'SMS notifications',
        hint: (clinic: string) =>
          `${clinic} may send text messages about your care. Message and data rates may apply. Reply STOP to end them.`,
      },
      appointmentReminders: {
        label: 'Appointment reminders',
        hint: (clinic: string) => `${clinic} may remind you before a visit.`,
      },
      marketingCommunications: {
        label: 'Marketing communications',
        hint: (clinic: string) => `${clinic} may inform you about new services and offers.`,
      },
    },
    always: 'Receipts and messages about the security of your account are always sent.',
    noTexts: (clinic: string) =>
      `${clinic} does not send text messages at the moment. If email notifications are on, you get emails instead. Your choice and your number stay saved.`,
    textsStopped: {
      title: 'You answered STOP to our text messages',
      detail:
        'We send no text messages to your number, regardless of your choice here. To get them again, text START to the number they came from.',
    },
    ofAge: {
      title: 'Your own choice from now on',
      lead: (clinic: string) =>
        `You are an adult now, so your guardians’ choices for you at ${clinic} have ended: text messages and offers are off until you choose.`,
      /** stored in the consent ledger */
      wording: 'Ended automatically when the patient became an adult; the patient is asked again.',
      choose: 'Choose now',
      keep: 'Leave them off',
      kept: 'Your choice is saved',
      failed: 'Your choice could not be saved',
    },
    phoneMissing: 'Add your phone number under Personal Details first.',
    updated: 'Notification preferences updated',
    failedDetail: 'There was an error updating your notification preferences. Please try again.',
    history: {
      title: 'Your consents',
      open: 'Show your consents',
      empty: 'You have not changed anything yet.',
      failed: 'Your consents could not be loaded',
      loading: 'Loading your consents',
      given: 'Allowed',
      withdrawn: 'Not allowed',
      purposes: {
        email: 'Email notifications',
        sms_care: 'SMS notifications',
        appointment_reminders: 'Appointment reminders',
        marketing: 'Marketing communications',
        terms: 'Terms of use',
        privacy: 'Privacy notice',
        hipaa_authorization: 'Use of health information',
      },
      channels: {
        web: 'On this page',
        sms: 'By text message',
        email: 'By the link in an email',
        team: 'By the clinic’s team',
        age: 'Automatically, on the birthday',
      },
    },
  },

  notices: {
    title: 'Notifications',
    lead: (clinic: string) =>
      `How you are notified of events at ${clinic}. These settings apply to you only.`,
    channels: { none: 'None', in_app: 'In-app', email: 'Email' },
    events: {
      patient_messages: { label: 'Patient Messages', hint: 'A patient has written to the clinic.' },
      appointment_updates: {
        label: 'Appointment Updates',
        hint: 'A visit was booked, moved or canceled.',
      },
      system_alerts: {
        label: 'System Alerts',
        hint: 'A patient joined, an invitation was accepted, or a plan was canceled.',
      },
      task_assignments: { label: 'Task Assignments', hint: 'A team member has assigned a task to you.' },
      daily_summary: { label: 'Daily Summary', hint: 'The day ahead, at 7:00 in the morning.' },
      important_alerts: {
        label: 'Important Alerts',
        hint: 'Payments that failed or are disputed, and sign-in security.',
      },
    },
    updated: 'Notification preferences updated',
    failedDetail: 'There was an error updating your notification preferences. Please try again.',
    loadFailed: 'Your choices could not be loaded',
    loading: 'Loading your choices',
  },
} as const
