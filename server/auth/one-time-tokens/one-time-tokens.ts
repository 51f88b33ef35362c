import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import type { Tx } from '#server/platform/database/transactions.ts'
import type { OneTimeToken } from '../rows.ts'

export type TokenKind =
  | 'confirmation'
  | 'invitation'
  | 'recovery'
  | 'email_change_new'
  | 'email_change_current'
  | 'address_change'
  | 'reauthentication'
  | 'phone_confirmation'
  | 'phone_change'

/** Only hashes of it are stored. */
export interface IssuedToken {
  /** 192 random bits in hex (docs/contracts/auth.md D1); prefixed with `pkce_` when the link ends in a PKCE flow. */
  linkToken: string
  /** Six digits. */
  code: string
}

const pkcePrefix = 'pkce_'

/**
 * Replaces pending tokens of that purpose.
 * @param lifeSeconds null: no link, or no code
 */
export async function issueOneTimeToken(
  tx: Tx,
  token: {
    userId: string
    kind: TokenKind
    scope?: string
    address: string
    now: Date
    lifeSeconds: { link: number | null; code: number | null }
    flowStateId?: string | null
    /** Random when absent. */
    code?: string
  },
): Promise<IssuedToken> {
  const { userId, kind, scope = '', now, lifeSeconds, flowStateId = null } = token
  const id = crypto.randomUUID()
  const linkToken = `${flowStateId ? pkcePrefix : ''}${randomBytes(24).toString('hex')}`
  const code = token.code ?? String(randomInt(1_000_000)).padStart(6, '0')
  const row = {
    id,
    address: token.address.toLowerCase(),
    link_hash: lifeSeconds.link === null ? null : hashOfLink(linkToken),
    link_expires_at: after(now, lifeSeconds.link),
    code_hash: lifeSeconds.code === null ? null : hashOfCode(id, code),
    code_expires_at: after(now, lifeSeconds.code),
    wrong_tries: 0,
    flow_state_id: flowStateId,
    created_at: now,
  }
  await tx
    .insertInto('auth.one_time_tokens')
    .values({ ...row, user_id: userId, kind, scope })
    .onConflict((conflict) => conflict.columns(['user_id', 'kind', 'scope']).doUpdateSet(row))
    .execute()
  return { linkToken, code }
}

type Link = { linkToken: string } | { linkHash: Uint8Array }

/** Does not consume the link. */
export async function ownerOfLink(
  tx: Tx,
  { kinds, now, ...link }: { kinds: TokenKind[]; now: Date } & Link,
): Promise<string | null> {
  const row = await tx
    .selectFrom('auth.one_time_tokens')
    .select('user_id')
    .where('link_hash', '=', hashOf(link))
    .where('kind', 'in', kinds)
    .where('link_expires_at', '>', now)
    .executeTakeFirst()
  return row?.user_id ?? null
}

/** Of two concurrent uses one gets the row, the other null. */
export async function consumeLink(
  tx: Tx,
  { kinds, now, ...link }: { kinds: TokenKind[]; now: Date } & Link,
): Promise<OneTimeToken | null> {
  const row = await tx
    .deleteFrom('auth.one_time_tokens')
    .where('link_hash', '=', hashOf(link))
    .where('kind', 'in', kinds)
    .where('link_expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/**
 * A wrong code counts against every pending code it was tried on, and the last allowed attempt ends them
 * (docs/contracts/auth.md D2); the link stays valid. The count must be committed: do not throw afterwards.
 */
export async function consumeCode(
  tx: Tx,
  attempt: {
    userId: string
    kinds: TokenKind[]
    address: string
    code: string
    now: Date
    tries: number
    testOnly?: boolean
  },
): Promise<OneTimeToken | null> {
  const { userId, kinds, address, now, tries } = attempt
  const pending = await tx
    .selectFrom('auth.one_time_tokens')
    .selectAll()
    .where('user_id', '=', userId)
    .where('kind', 'in', kinds)
    .where('address', '=', address)
    .where('code_hash', 'is not', null)
    .where('code_expires_at', '>', now)
    .orderBy('kind')
    .forUpdate()
    .execute()
  const right = pending.find(({ id, code_hash }) =>
    timingSafeEqual(Buffer.from(code_hash ?? ''), hashOfCode(id, attempt.code)),
  )
  if (right) {
    if (!attempt.testOnly) await tx.deleteFrom('auth.one_time_tokens').where('id', '=', right.id).execute()
    return right
  }
  for (const { id, wrong_tries } of pending) {
    const isLast = wrong_tries + 1 >= tries
    await tx
      .updateTable('auth.one_time_tokens')
      .set({ wrong_tries: wrong_tries + 1, ...(isLast ? { code_hash: null } : {}) })
      .where('id', '=', id)
      .execute()
  }
  return null
}

/** Except clinics' invitations, which others sent for another purpose. */
export async function clearOneTimeTokens(tx: Tx, userId: string): Promise<void> {
  await tx
    .deleteFrom('auth.one_time_tokens')
    .where('user_id', '=', userId)
    .where('kind', '!=', 'invitation')
    .execute()
}

export async function clearOneTimeTokensOf(tx: Tx, userId: string, kind: TokenKind): Promise<void> {
  await tx.deleteFrom('auth.one_time_tokens').where('user_id', '=', userId).where('kind', '=', kind).execute()
}

/** Invitations included: after a change of address, links in the old mailbox must not work. */
export async function clearAllOneTimeTokens(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('auth.one_time_tokens').where('user_id', '=', userId).execute()
}

/**
 * For `confirmLink` with type `invite`; replaces an earlier link.
 * @param expiresAt the invitation's own, at most 72 hours from now (docs/contracts/auth.md 9)
 */
export async function issueInvitationToken(
  tx: Tx,
  invitation: { accountId: string; email: string; invitationId: string; now: Date; expiresAt: Date },
): Promise<string> {
  const { accountId, email, invitationId, now, expiresAt } = invitation
  const { linkToken } = await issueOneTimeToken(tx, {
    userId: accountId,
    kind: 'invitation',
    scope: invitationId,
    address: email,
    now,
    lifeSeconds: { link: (expiresAt.getTime() - now.getTime()) / 1000, code: null },
  })
  return linkToken
}

function after(now: Date, seconds: number | null): Date | null {
  return seconds === null ? null : new Date(now.getTime() + seconds * 1000)
}

function hashOf(link: Link): Uint8Array {
  return 'linkHash' in link ? link.linkHash : hashOfLink(link.linkToken)
}

export function hashOfLink(linkToken: string): Buffer {
  return createHash('sha256').update(linkToken).digest()
}

/** Salted with the row's id: equal codes of two people have different hashes. */
function hashOfCode(id: string, code: string): Buffer {
  return createHash('sha256').update(`${id}:${code}`).digest()
}
