const patients = (count: number) => (count === 1 ? '1 patient' : `${count} patients`)

export const broadcastTexts = {
  title: 'Send to many',
  lead: 'Write once to many patients. Each gets it once, and only in a way they have agreed to.',
  back: 'Messages',
  failed: 'The messages to many could not be loaded',
  /** ends each text message */
  stop: 'Reply STOP to end texts.',

  channel: 'Send by',
  channels: {
    portal: 'Message in Carefold',
    mail: 'Email',
    text: 'Text message',
  },
  channelHints: {
    portal: 'In each patient’s conversation, where they can answer. They are notified without its content.',
    mail: 'To confirmed addresses of accounts. Emails are not private: write nothing about a patient’s health.',
    text: 'To patients who agreed to text messages. Anyone who sees the phone can read it.',
  },
  noTexts: 'Your clinic does not send text messages at the moment.',
  purpose: 'About',
  purposes: {
    care: 'Visits and hours',
    marketing: 'Services and offers',
  },
  purposeHint: 'Only patients who agreed to marketing get services and offers.',
  audience: 'To',
  audiences: {
    members: 'All members',
    plan: 'Members of a plan',
    visit: 'Patients of a kind of visit',
    provider: 'Patients of a provider',
  },
  audienceHint: 'Patients with a visit in the last year, or ahead.',
  ofLabel: { plan: 'Plan', visit: 'Kind of visit', provider: 'Provider' },
  choose: 'Choose',
  subject: 'Subject',
  body: 'Message',
  bodyHint: 'Write {name} where each patient’s first name goes.',
  preview: 'Preview',
  previewing: 'Counting...',
  previewFailed: 'The preview could not be made',

  review: {
    title: (count: number) => `To ${patients(count)}`,
    none: 'No patient of this choice gets it.',
    sample: (name: string) => `For ${name}`,
    parts: (parts: number) =>
      `${parts === 1 ? '1 part' : `${parts} parts`} of text messages. Your Carefold plan includes them: no extra cost.`,
    quiet: 'Between 9 PM and 8 AM, each patient’s message waits until the morning.',
    portalTime: 'All messages are sent now.',
    test: 'Send a test to myself',
    testing: 'Sending...',
    tested: 'Test sent',
    testedText: (email: string) => `An email with the message is on its way to ${email}.`,
    testFailed: 'The test could not be sent',
    edit: 'Edit',
    send: (count: number) => `Send to ${patients(count)}`,
    sending: 'Starting...',
    started: 'Sending has begun',
    sendFailed: 'Nothing was sent',
  },

  withheld: {
    no_reader: 'without an account',
    no_address: 'without a confirmed address',
    address_gone: 'with an address that does not exist',
    no_number: 'without a phone number',
    no_consent: 'without consent',
    stopped: 'replied STOP',
    same_number: 'with a number that gets it once',
  },

  list: {
    title: 'Sent before',
    none: 'Nothing was sent to many yet.',
    by: (author: string) => `by ${author}`,
    statuses: { sending: 'Sending', stopped: 'Stopped', sent: 'Sent' },
    counts: {
      sent: (count: number) => `${count} sent`,
      waiting: (count: number) => `${count} waiting`,
      left: (count: number) => `${count} not sent, stopped`,
      bounced: (count: number) => `${count} bounced`,
      gone: (count: number) => (count === 1 ? '1 address does not exist' : `${count} addresses do not exist`),
      complaints: (count: number) => `${count} reported as spam`,
      unsubscribed: (count: number) => `${count} unsubscribed`,
    },
    stop: 'Stop sending',
    stopThis: (what: string) => `Stop sending “${what}”`,
    stopTitle: 'Stop sending?',
    stopText: (waiting: number) => `${patients(waiting)} will not get it. Messages already sent stay sent.`,
    keep: 'Continue sending',
    stopped: 'Sending is stopped',
    stopFailed: 'Sending could not be stopped',
  },

  mail: {
    why: {
      care: (clinic: string) => `${clinic} sent this to everyone who gets its emails.`,
      marketing: (clinic: string) => `You agreed to services and offers of ${clinic}.`,
    },
    unsubscribe: 'Unsubscribe',
    test: 'This is a test. Each reader gets it with their own name.',
  },

  /** stored in the consent ledger */
  unsubscribeWording: 'Unsubscribed by the link in an email',
  complaintWording: 'Reported an email as spam',

  problems: {
    subjectMissing: 'Please enter a subject.',
    subjectLong: 'The subject may have at most 120 characters.',
    subjectLine: 'The subject is one line.',
    bodyMissing: 'Please enter a message.',
    bodyLong: 'The message may have at most 4,000 characters.',
    textLong: 'A text message may have at most 400 characters.',
    ofMissing: 'Please choose.',
    ofGone: 'This choice no longer exists.',
    noOne: 'No patient gets it.',
    healthWord: (word: string) =>
      `“${word}” may reveal something about health to anyone who sees it. Write it without this word.`,
    noTexts: 'Your clinic does not send text messages at the moment.',
    counted: (count: number) => `${patients(count)} would get it now. Preview it again.`,
    noOwnAddress: 'Confirm the email address of your account first.',
  },
} as const
