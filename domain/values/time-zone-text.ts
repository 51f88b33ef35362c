/** "Eastern time (New York)" for `America/New_York`. */
export function timeZoneText(zone: string): string {
  if (zone === 'UTC') return 'UTC'
  const name = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longGeneric' })
    .formatToParts(0)
    .find(({ type }) => type === 'timeZoneName')?.value
  const city = zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')
  return `${name?.replace(/Time$/, 'time')} (${city})`
}
