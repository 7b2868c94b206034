/** Whether events can be sent to the URL. Credentials in it would be a second kind of authentication. */
export function isWebhookUrl(address: string): boolean {
	if (!URL.canParse(address)) return false;
	const { protocol, username, password } = new URL(address);
	return /^https?:$/.test(protocol) && username === '' && password === '';
}
