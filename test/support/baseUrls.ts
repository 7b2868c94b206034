/** What people enter as Base URL, and what it has to become. */
export const baseUrls: Array<[string, string, string]> = [
	['a full address', 'https://api.hotel.example', 'https://api.hotel.example'],
	['a trailing slash', 'https://api.hotel.example/', 'https://api.hotel.example'],
	['several trailing slashes', 'https://api.hotel.example///', 'https://api.hotel.example'],
	['no scheme', 'api.hotel.example', 'https://api.hotel.example'],
	[
		'no scheme, with port and path',
		'api.hotel.example:8443/gateway/',
		'https://api.hotel.example:8443/gateway',
	],
	['white space around it', '  https://api.hotel.example ', 'https://api.hotel.example'],
	['upper case', 'HTTPS://API.hotel.example', 'HTTPS://API.hotel.example'],
	['plain http', 'http://api.hotel.example', 'http://api.hotel.example'],
	['this machine without a scheme', 'localhost:4010/', 'http://localhost:4010'],
	['this machine with its scheme', 'http://localhost:4010', 'http://localhost:4010'],
	['this machine with TLS', 'https://127.0.0.1:4010', 'https://127.0.0.1:4010'],
	['this machine by its IPv6 address', '[::1]:4010', 'http://[::1]:4010'],
	['a host that only has localhost in its name', 'my-localhost.example', 'https://my-localhost.example'],
	['this machine by number', '127.0.0.1:4010', 'http://127.0.0.1:4010'],
];
