/**
 * ready: can be imported. problem: has errors. repeated: an earlier row has the address. here: the clinic has or has
 * invited this person.
 */
export type RowState = 'ready' | 'problem' | 'repeated' | 'here'

export type SkippedReason = 'here' | 'not_allowed' | 'refused' | 'failed'
