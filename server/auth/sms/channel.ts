import { invalid } from '../errors.ts'

/** @throws AuthError 400 `validation_failed` unless it is one of the protocol's two channels; empty means sms */
export function requireChannel(channel: string): void {
  if (channel && !['sms', 'whatsapp'].includes(channel)) {
    throw invalid("Invalid channel, supported values are 'sms' or 'whatsapp'")
  }
}
