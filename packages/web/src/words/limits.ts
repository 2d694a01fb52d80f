/** What this record cannot show: three plain lines, always on the first screen. */
export const LIMITS = [
  {
    title: 'Calls made around the hook',
    text: 'A tool call that was never announced leaves no trace here, and no trace looks the same as no call.',
  },
  {
    title: 'Whether a classification was true',
    text: 'The rules can be applied again to what was written down; what was written down rests on the tool’s name and the vendor’s word.',
  },
  {
    title: 'What was in the arguments',
    text: 'Only their hash was recorded. Somebody who has the arguments can show that they are the ones; nobody can read them from here.',
  },
] as const
