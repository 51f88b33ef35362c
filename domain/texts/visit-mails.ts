/**
 * Mails about visits give time and place only. The word "visit" would reveal that the reader is a patient
 * (docs/domain-rules.md rule 31).
 */
export const visitMailTexts = {
  facts: {
    when: 'When',
    was: 'Before',
    where: 'Where',
    phone: 'Phone',
    number: (number: number) => `Time ${number}`,
  },
  places: {
    in_person: (clinic: string, address: string) => `At ${clinic}${address && `, ${address}`}`,
    phone: () => 'By phone',
    video: () => 'By video',
  },
  calendarNote: (count: number) =>
    count === 1
      ? 'Open the attached invitation to put it in your calendar.'
      : 'Open the attached invitations to put them in your calendar.',
  calendarRemoves: (count: number) =>
    count === 1
      ? 'Open the attached cancellation to remove it from your calendar.'
      : 'Open the attached cancellations to remove them from your calendar.',
  button: { patient: 'See your time', provider: 'See this time' },
  /** how a person without an account reaches the clinic, as the end of a sentence */
  contact: (clinic: string, phone: string | null) => (phone ? `call ${phone}` : `call ${clinic}`),
  subjects: {
    booked: (when: string) => `Booked: ${when}`,
    requested: (when: string) => `Requested: ${when}`,
    accepted: (when: string) => `Confirmed: ${when}`,
    moved: (when: string) => `Moved: ${when}`,
    changed: (when: string) => `Changed: ${when}`,
    canceled: (when: string) => `Canceled: ${when}`,
  },
  subjectsOfMany: {
    booked: (count: number) => `${count} times are booked`,
    requested: (count: number) => `${count} times are requested`,
    accepted: (count: number) => `${count} times are confirmed`,
    moved: (count: number) => `${count} times were moved`,
    changed: (count: number) => `${count} times were changed`,
    canceled: (count: number) => `${count} times were canceled`,
  },
  patient: {
    headings: {
      booked: 'Your time is booked',
      requested: 'You requested a time',
      accepted: 'Your time is confirmed',
      moved: 'Your time was moved',
      changed: 'Details have changed',
      canceled: 'Your time was canceled',
    },
    leads: {
      booked: (clinic: string) => `${clinic} expects you. Sign in for details, to move or to cancel.`,
      requested: (clinic: string) =>
        `${clinic} will answer your request. The time is reserved for you until then. Sign in for details.`,
      accepted: (clinic: string) => `${clinic} expects you. Sign in for details, to move or to cancel.`,
      moved: (clinic: string) => `${clinic} expects you at a different time. Sign in for details.`,
      changed: (clinic: string) => `The time is the same. Sign in to see what ${clinic} changed.`,
      canceled: (clinic: string) =>
        `${clinic} no longer expects you at this time. Sign in to book another time.`,
    },
    note: 'You can choose how your clinic contacts you in your profile.',
  },
  /** to an address that the clinic entered for a patient without an account */
  entered: {
    headings: {
      booked: 'A time is booked',
      requested: 'A time is requested',
      accepted: 'The time is confirmed',
      moved: 'The time was moved',
      changed: 'Details have changed',
      canceled: 'The time was canceled',
    },
    leads: {
      booked: (clinic: string, contact: string) =>
        `${clinic} has this time for you. To move or cancel it, ${contact}.`,
      requested: (clinic: string, contact: string) =>
        `${clinic} will answer the request. The time is reserved until then. To withdraw it, ${contact}.`,
      accepted: (clinic: string, contact: string) =>
        `${clinic} has this time for you. To move or cancel it, ${contact}.`,
      moved: (clinic: string, contact: string) =>
        `${clinic} has a different time for you. If it does not suit you, ${contact}.`,
      changed: (clinic: string, contact: string) =>
        `The time is the same. To ask what ${clinic} changed, ${contact}.`,
      canceled: (clinic: string, contact: string) =>
        `${clinic} no longer expects you at this time. To get another time, ${contact}.`,
    },
    why: (clinic: string, address: string | null, phone: string | null) =>
      `You get this because ${clinic} entered this address. Not you? ${address ? `Write to ${address}` : phone ? `Call ${phone}` : `Call ${clinic}`}.`,
    stop: 'Stop these emails',
  },
  provider: {
    headings: {
      booked: 'You have a new booking',
      requested: 'You have a new request',
      accepted: 'You have a new booking',
      moved: 'A booking was moved',
      changed: 'A booking was changed',
      canceled: 'A booking was canceled',
    },
    leads: {
      booked: (clinic: string) => `At ${clinic}. Sign in to see the details.`,
      requested: (clinic: string) => `At ${clinic}. Sign in to accept or decline.`,
      accepted: (clinic: string) => `At ${clinic}. Sign in to see the details.`,
      moved: (clinic: string) => `At ${clinic}. Sign in to see the details.`,
      changed: (clinic: string) => `At ${clinic}. Sign in to see what changed.`,
      canceled: (clinic: string) => `This time is free again at ${clinic}.`,
    },
    note: 'You can choose your notifications in your settings, under Notifications.',
  },
  reminder: {
    subject: (when: string) => `Reminder: ${when}`,
    heading: 'A reminder from your clinic',
    lead: (clinic: string, when: string) =>
      `${clinic} expects you on ${when}. Please say whether you will come. Sign in to see what to bring.`,
    entered: (clinic: string, when: string, contact: string) =>
      `${clinic} expects you on ${when}. Please say whether you will come. To get another time, ${contact}.`,
    button: 'Confirm or cancel',
  },
} as const
