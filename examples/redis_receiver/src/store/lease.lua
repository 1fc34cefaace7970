-- Renews the leases on work that goes on, and takes over work whose lease has run out.
--
-- KEYS  the work to be done, by when its leases run out
-- ARGV  how long a lease is, in milliseconds; the tasks whose work goes on
local work = KEYS[1]
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local until_then = now + ARGV[1]

for place = 2, #ARGV do
    redis.call('ZADD', work, 'XX', until_then, ARGV[place])
end

local taken = redis.call('ZRANGEBYSCORE', work, '-inf', now, 'LIMIT', 0, 100)
for _, id in ipairs(taken) do
    redis.call('ZADD', work, until_then, id)
end
return taken
