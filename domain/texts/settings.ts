/** Wording: docs/specification.md B2.12. */
export const settingsTexts = {
  title: 'Settings',
  navigation: {
    label: 'Settings',
    personal: 'Personal',
    clinic: 'Clinic',
    account: 'Account',
    profile: 'Profile',
    password: 'Security',
    notifications: 'Notifications',
    general: 'General',
    hours: 'Hours',
    website: 'Website and brand',
    scheduling: 'Scheduling',
    team: 'Team',
    messages: 'Messages',
    minors: 'Minors',
    valueReceipts: 'Value receipts',
    plan: 'Account plan',
    billing: 'Billing',
    integrations: 'Integrations',
    security: 'Security for the team',
    data: 'Your data',
  },
  scheduling: {
    tabs: { providers: 'Providers', visits: 'Visits', places: 'Place and rooms', days: 'Days off' },
  },
} as const
