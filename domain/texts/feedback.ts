const ratingWords = ['', 'Poor', 'Fair', 'Good', 'Very good', 'Excellent'] as const

/** docs/specification.md B2.4 */
export const feedbackTexts = {
  share: 'Share Feedback',
  lead: (clinic: string) => `Tell ${clinic} what went well and what did not. The whole team can read it.`,
  ratingWords,
  rating: (rating: number) => `${rating} of 5: ${ratingWords[rating]}`,

  form: {
    rating: 'How was it?',
    ratingMissing: 'Choose from one to five.',
    body: 'What should the clinic know?',
    bodyMissing: 'Please write a few words.',
    bodyLong: 'At most 4,000 characters.',
    mayCall: 'May we call you about it?',
    mayCallLabel: 'Yes, call me',
    phone: 'Phone',
    phoneMissing: 'Enter the number that we may call.',
    phoneInvalid: 'Enter a phone number with its area code.',
    send: 'Send feedback',
    sending: 'Sending...',
    failed: 'Your feedback was not sent. It is still here. Please try again.',
    givenToday: (clinic: string) =>
      `You have already sent feedback today, and ${clinic} has not answered it yet. Send more tomorrow, or write a message.`,
    message: 'Write a message',
  },
  thanks: {
    title: 'Thank you',
    text: (clinic: string) => `${clinic} has your feedback.`,
    call: (clinic: string, phone: string) => `${clinic} may call you at ${phone}.`,
    home: 'Back to home',
  },
  own: {
    title: 'Your feedback so far',
    open: 'Sent',
    answered: 'Answered',
    failed: 'Your earlier feedback could not be loaded',
  },

  list: {
    title: 'Feedback',
    link: (open: number) => (open === 0 ? 'Feedback' : `Feedback (${open > 99 ? '99+' : open} open)`),
    back: 'Messages',
    lead: 'Feedback from patients about the clinic. Answer by message or phone, then mark it as answered.',
    views: { open: 'Open', answered: 'Answered' },
    viewsLabel: 'Which feedback',
    empty: {
      open: 'Nothing to answer. Feedback that patients share from their home page appears here.',
      answered: 'Nothing has been answered yet.',
    },
    failed: 'The feedback could not be loaded',
    loading: 'Loading the feedback',
    more: 'Show older',
    call: (phone: string) => `Call ${phone}`,
    noCall: 'No call wanted',
    message: (name: string) => `Send ${name} a message`,
    markAnswered: 'Mark as answered',
    markAnsweredOf: (name: string, date: string) => `Mark as answered: feedback from ${name} on ${date}`,
    reopen: 'Reopen',
    reopenOf: (name: string, date: string) => `Reopen: feedback from ${name} on ${date}`,
    answered: 'Marked as answered',
    answeredBy: (name: string) => `Answered by ${name} on`,
    reopened: 'Reopened',
    changeFailed: 'The feedback could not be changed',
    undo: 'Undo',
    formerColleague: 'a former team member',
  },
}
