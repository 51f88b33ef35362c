/** The patient portal. Wording: docs/specification.md B2.4, B2.6 and B8. */
export const portalTexts = {
  home: {
    title: 'Home',
    greetings: {
      morning: (name: string) => `Good morning, ${name}`,
      afternoon: (name: string) => `Good afternoon, ${name}`,
      evening: (name: string) => `Good evening, ${name}`,
    },
    forYou: 'For you',
    lessons: {
      lesson: 'Lesson',
      minutes: (minutes: number) => `${minutes} min`,
      due: 'Due',
      overdue: 'It was due',
      others: (count: number) => (count === 1 ? '1 more lesson for you' : `${count} more lessons for you`),
    },
    more: 'More',
    firstSteps: {
      title: 'First steps',
      book: 'Book your first visit',
      bookNote: 'Choose a time that suits you.',
      health: 'Tell us about your health',
      healthNote: 'Allergies, medications and an emergency contact.',
      family: 'Add your family',
      familyNote: 'Your plan can cover them too.',
      hide: 'Hide first steps',
    },
    connections: {
      title: 'Your Clinic Connections',
      go: (clinic: string) => `Go to ${clinic} Portal`,
      roles: { admin: 'Clinic team', staff: 'Clinic team', member: 'Clinic team', patient: 'Patient' },
    },
    clinic: {
      title: (clinic: string) => `About ${clinic}`,
      hours: 'Opening hours and more',
      about: 'About us',
      phone: (phone: string) => `Call ${phone}`,
      website: 'Website',
    },
  },

  profile: {
    title: 'My Profile',
    tabs: {
      personal: 'Personal Details',
      health: 'Health Information',
      notifications: 'Notification Preferences',
      security: 'Security & Password',
    },
    name: 'Your name',
    nameLead: 'Shown to your clinic.',
    twoFactorLead:
      'After your password, we ask for a code or key that only you have. It protects your health information even if your password is stolen.',
    enable: 'Enable 2FA',
    leave: 'Sign out',
    leaveLead: 'Signs you out here and on all your other devices.',
    signOut: 'Sign Out',
  },

  /** For users who are not patients of this clinic. */
  standing: {
    failedTitle: 'Your clinics could not be loaded',
    noClinicTitle: 'Which clinic?',
    noClinic: 'Your clinic manages your plan and your payments. Choose it to continue.',
    noClinicAtAll: 'You have not joined a clinic yet. Find your clinic, or open the link it gave you.',
    find: 'Name or address of your clinic',
    findPlaceholder: 'sunrise',
    found: 'Clinics found',
    searching: 'Searching...',
    noneFound: 'We found no clinic with this name or address. Ask your clinic for its link.',
    findFailed: 'We could not search right now. Please try again.',
    openInvitation: (clinic: string) => `Accept the invitation from ${clinic}`,
    invitedElsewhere:
      'Invited at another email address? Open the link in that email: an invitation belongs to its address.',
    openClinic: (clinic: string) => `Open ${clinic}`,
    strangerTitle: (clinic: string) => `You have not joined ${clinic}`,
    stranger: 'Join as a patient to see your plan and your payments here.',
    join: (clinic: string) => `Join ${clinic}`,
    invitedTitle: (clinic: string) => `${clinic} has invited you`,
    invited: 'Finish setting up your account to see your plan and your payments.',
    finish: 'Finish setting up',
    suspendedTitle: (clinic: string) => `Your access to ${clinic} is paused`,
    suspended: 'Please contact the clinic.',
    teamTitle: (clinic: string) => `You work at ${clinic}`,
    team: 'This page is for patients. Pages for the team are in the clinic area.',
    toClinicArea: 'Go to the clinic area',
  },
} as const
