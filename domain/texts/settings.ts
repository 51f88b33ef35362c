/** Wording: docs/specification.md B2.12. */
export const settingsTexts = {
  navigation: {
    label: 'Settings',
    personal: 'Personal',
    clinic: 'Clinic',
    profile: 'Profile',
    password: 'Password',
    general: 'General',
    scheduling: 'Scheduling',
    notifications: 'Notifications',
    team: 'Team',
    plan: 'Account plan',
    billing: 'Billing',
    valueReceipts: 'Value receipts',
    security: 'Sign-in and security',
    data: 'Your data',
  },
} as const
