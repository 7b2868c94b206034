/** The messages of @n8n/client-oauth2 (constants.js) for OAuth error codes; they replace the server's description. */
export const OAUTH_ERRORS: Record<string, string | undefined> = {
	invalid_request:
		'The request is missing a required parameter, includes an invalid parameter value, includes a parameter more than once, or is otherwise malformed.',
	invalid_client:
		'Client authentication failed (e.g., unknown client, no client authentication included, or unsupported authentication method).',
	invalid_grant:
		'The provided authorization grant (e.g., authorization code, resource owner credentials) or refresh token is invalid, expired, revoked, does not match the redirection URI used in the authorization request, or was issued to another client.',
	unauthorized_client: 'The client is not authorized to request an authorization code using this method.',
	unsupported_grant_type: 'The authorization grant type is not supported by the authorization server.',
	access_denied: 'The resource owner or authorization server denied the request.',
	unsupported_response_type:
		'The authorization server does not support obtaining an authorization code using this method.',
	invalid_scope: 'The requested scope is invalid, unknown, or malformed.',
	server_error:
		'The authorization server encountered an unexpected condition that prevented it from fulfilling the request. (This error code is needed because a 500 Internal Server Error HTTP status code cannot be returned to the client via an HTTP redirect.)',
	temporarily_unavailable:
		'The authorization server is currently unable to handle the request due to a temporary overloading or maintenance of the server.',
};
