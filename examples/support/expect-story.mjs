/** The end of every example: shows what the model was told, and fails where Heron's decisions were not obeyed. */

/**
 * @param told what the model was told, by tool.
 * @param ran the tools that ran, in order.
 */
export function expectStory(told, ran) {
  for (const [tool, text] of Object.entries(told)) console.log(`${tool}: ${text}`)
  const obeyed =
    ran.join() === 'get_weather' &&
    told.get_weather?.includes('Sunny in Oslo') &&
    told.transfer_money?.includes('was not run: denied')
  if (!obeyed) {
    console.error('this is not what Heron decided')
    process.exitCode = 1
  }
}
